"""A run or an answer as one page that shows it step by step: its data here, its look in html, css and js."""
