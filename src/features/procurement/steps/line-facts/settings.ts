import { LineFacts } from './terms.ts'

export const lineFactSettings = {
  lineFacts: LineFacts.optional(),
}
