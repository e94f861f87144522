const home = "{{ site.url }}";
