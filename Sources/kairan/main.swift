print("kairan")
