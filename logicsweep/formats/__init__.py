"""Board and position formats: text or bytes in, boards or views out, and back."""
