/** Addresses in the browser. */
const SCHEDULE = '/services/schedule'
export const PLACES = {
  overview: `${SCHEDULE}/field/overview`,
  configure: `${SCHEDULE}/field/configure`,
  create: `${SCHEDULE}/meeting/create`,
  buy: `${SCHEDULE}/meeting/buy`,
  list: `${SCHEDULE}/meeting/list`,
} as const

export const meetingPlace = (meetingId: string) => `${SCHEDULE}/meeting/${meetingId}/detail`
export const editPlace = (meetingId: string) => `${PLACES.create}?meeting=${meetingId}`
export const roomPlace = (meetingId: string) => `${SCHEDULE}/meeting/${meetingId}/room`
/** For whoever was given the link: after it the code that only the link holds. */
export const invitationPlace = (code: string) => `${SCHEDULE}/meeting/invitation/${code}`
