"""The panel, the page of a source, and the socket of one message a connection."""
