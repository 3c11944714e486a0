/** Who draws experts. */
export const DRAWER = { workbench: ['purchaser', 'agency'], right: 'expertExtraction' } as const
/** Whoever is asked to come. */
export const EXPERT = { workbench: 'expert', right: 'reviewing' } as const
