import SiteTesting

/// python-dateutil is the judge of which days schedules have.
extension PythonJudge {
    /// The offset of the judge's time zone in hours east of UTC.
    static let scheduleOffset = 9

    static let hasDateutil = canImport("dateutil.rrule")

    /// Reads `{"ask": [first, last], "schedule": …}`, with days since 1970-01-01, in the time zone of `scheduleOffset`,
    /// which has no summer time.
    static let schedule = """
        import json, datetime, re
        zone = datetime.timezone(datetime.timedelta(hours=\(scheduleOffset)))
        from dateutil import rrule as R
        epoch = datetime.date(1970, 1, 1)
        names = dict(zip("mon tue wed thu fri sat sun".split(), (R.MO, R.TU, R.WE, R.TH, R.FR, R.SA, R.SU)))
        def listed(v): return v if isinstance(v, list) else [v]
        def moment(text): return datetime.datetime.strptime(text, "%Y-%m-%d")
        def number(v): return -1 if v == "last" else v
        def recurrence(text, start, low, high):
            parts = dict(p.split("=") for p in text.split(";"))
            if not parts.get("UNTIL", "").endswith("Z"):
                rule = R.rrulestr(text, dtstart=start)
                return [d for d in rule.between(low, high, inc=True) if d >= start]
            # Then the start has to say where it is: at the first moment of the day there.
            rule = R.rrulestr(text, dtstart=start.replace(tzinfo=zone))
            found = rule.between(low.replace(tzinfo=zone), high.replace(tzinfo=zone), inc=True)
            return [d for d in (d.replace(tzinfo=None) for d in found) if d >= start]
        def days(m, low, high):
            found = set()
            def add(freq, **parts):
                found.update(R.rrule(freq, dtstart=low, until=high, **parts))
            for word, value in m.items():
                if word == "daily": add(R.DAILY)
                if word == "monthly": add(R.MONTHLY, bymonthday=[number(v) for v in listed(value)])
                if word == "weekly": add(R.WEEKLY, byweekday=[names[v] for v in listed(value)])
                if word == "nth":
                    for week in listed(value["week"]):
                        for weekday in listed(value["weekday"]):
                            add(R.MONTHLY, byweekday=names[weekday](number(week)))
                if word == "yearly":
                    for v in listed(value): add(R.YEARLY, bymonth=int(v[:2]), bymonthday=int(v[3:]))
                if word == "dates": found.update(d for d in map(moment, listed(value)) if low <= d <= high)
                if word == "rrule": found.update(recurrence(value, moment(m["between"]["from"]), low, high))
            return found
        def parse(text):
            asked = json.loads(text)
            m = asked["schedule"]
            low, high = (datetime.datetime.combine(epoch, datetime.time()) + datetime.timedelta(n) for n in asked["ask"])
            # A rule without days would be followed to the year 9999.
            datetime.MAXYEAR = high.year
            between, exceptions = m.get("between", {}), m.get("except", {})
            if isinstance(exceptions, list): exceptions = {"dates": exceptions}
            found = days(m, low, high) - days(dict(exceptions, between=between), low, high)
            if "from" in between: found = {d for d in found if d >= moment(between["from"])}
            if "until" in between: found = {d for d in found if d <= moment(between["until"])}
            return [(d.date() - epoch).days for d in sorted(found)]

        """
}
