import { firstStage } from '#features/review-hall/server/public.ts'

/** Where the result of the first stage comes from: the review. Tests put another in its place. */
export const firstStageSource: { of: typeof firstStage } = { of: firstStage }
