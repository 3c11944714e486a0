import { LIST_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type WebFeature } from '#web/screen.ts'

export const savedSearchesWeb: WebFeature = {
  screens: [],
  parts: [part(LIST_SLOTS.publicTenders, 'saved-searches', () => import('./searches-part.tsx'))],
}
