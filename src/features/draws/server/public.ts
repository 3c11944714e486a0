export type { DrawHost, MadeDraw } from './hosts.ts'
export { drawRow, drawsOf, recordOf, stageOf, viewOf } from './rows.ts'
export { freezeDraw, prepareDraw } from './steps.ts'
