"""The verbs for a page: a request in, JSON out, in a local program or in the browser itself."""
