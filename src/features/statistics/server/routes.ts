import type { Feature } from '#server/feature.ts'
import { dataReportRoutes } from './data-reports.ts'
import { purchaseRoutes } from './purchases.ts'
import { screenRoutes } from './screen.ts'
import { supplierRoutes } from './suppliers.ts'

/** What was bought, from whom, and what happens on the platform today. It keeps nothing of its own. */
export const statistics: Feature = {
  name: 'statistics',
  routes: [...purchaseRoutes, ...supplierRoutes, ...screenRoutes, ...dataReportRoutes],
}
