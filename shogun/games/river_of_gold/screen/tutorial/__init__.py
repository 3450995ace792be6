"""River of Gold's tutorial: three short chapters on live games."""
