---
---
const home = "{{ site.url }}";
