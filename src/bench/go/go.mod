module steplane/bench

go 1.21
