/** Maximum notifications that the bell shows, newest first (section 9). */
export const maxNotifications = 10;
