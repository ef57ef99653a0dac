"""Which changes of a module no test notices: `make mutants`."""
