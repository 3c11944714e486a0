import { offerOpening, openedBids } from '#features/opening-hall/server/public.ts'

/** What the review asks the opening hall. Called through this object, so that tests can play the second opening. */
export const opening = { openedBids, offerOpening }
