import Glibc
import KairanModel
