"""Statistical query: the mean of a [0,1]-valued function to within alpha. Every constant is explicit."""
