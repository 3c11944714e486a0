/**
 * Who waits to be taken in by the company entered, oldest first, and the decision on one of them: accepting makes the
 * person an employee without rights. For the organisation's list of guests.
 */
export { decide as decideJoinRequest, pending as pendingJoinRequests } from './join.ts'
