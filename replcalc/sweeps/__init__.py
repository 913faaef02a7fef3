"""A question at many points: values, commands, rows, journals, and the processes that compute them."""
