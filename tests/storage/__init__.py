"""The store on an embedded server, one server and a cluster."""
