import { step } from '../../engine/step.ts'

/** What the method asks of each line beside what every bill says; it stands behind the specification of the line. */
export const lineFacts = step({ name: 'line-facts', pages: {} })
