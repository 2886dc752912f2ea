// The first format of a process loads much data; from then on all of its pages have it.
const options = { dateStyle: "medium", timeStyle: "long", timeZone: "America/Chicago" };
new Intl.DateTimeFormat("en-US", options).format();
new Intl.NumberFormat("en-US").format(1);
close();
