import { demandPlaces } from '../rules/places.ts'
import type { ProfileName, Side } from '../rules/profiles.ts'

/** What a screen of the buyer's side is given: one component serves both sides, and every profile. */
export interface At {
  side: Side
  profile: ProfileName
}

export function placesOf({ side, profile }: At) {
  return demandPlaces({ side, profile })
}
