module dev.foster/it/stdio

go 1.24.0
