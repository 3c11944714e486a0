import { AuctionTerms } from '../../rules/auction-terms.ts'

export const auctionSettings = {
  auction: AuctionTerms.optional(),
}
