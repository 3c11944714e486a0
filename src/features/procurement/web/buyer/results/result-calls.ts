import { candidateDraft, winnerDetail } from '../../../contract/notice.ts'
import { orderDetail, orderPage, orderTimeline } from '../../../contract/order.ts'

/** What a published result changes on the screens of its order. */
export const RESULT_CALLS = [candidateDraft, winnerDetail, orderDetail, orderPage, orderTimeline]
