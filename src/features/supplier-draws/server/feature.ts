import type { Feature } from '#server/feature.ts'
import { routes } from './routes.ts'

/** Suppliers of a library are drawn by lot. */
export const supplierDraws: Feature = { name: 'supplier-draws', routes }
