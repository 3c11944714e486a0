import { GroupTerms } from '../../rules/group-terms.ts'

export const groupSettings = {
  group: GroupTerms.optional(),
}
