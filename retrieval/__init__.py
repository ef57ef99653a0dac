"""The retrieval app: finds text in collections of documents, by words and by vectors."""
