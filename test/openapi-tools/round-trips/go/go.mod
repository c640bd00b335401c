module example.org/round-trip

go 1.23
