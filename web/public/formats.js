// The first formatting in a process loads a lot of data, which all of its pages then share.
const options = { dateStyle: "medium", timeStyle: "long", timeZone: "America/Chicago" };
new Intl.DateTimeFormat("en-US", options).format();
new Intl.NumberFormat("en-US").format(1);
close();
