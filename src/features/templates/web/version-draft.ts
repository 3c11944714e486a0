/** Stands for the draft where versions are named by their ids. */
export const DRAFT = 'draft'
