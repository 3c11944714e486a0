import type { Feature } from '#server/feature.ts'
import { portraitRoutes } from './routes.ts'

/** What published notices say of a company, bought by others for a while. */
export const portraits: Feature = { name: 'portraits', routes: portraitRoutes }
