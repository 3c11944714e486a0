/* What other features, and the list of features, may call. */

export { saleArchive } from './archive.ts'
