import { createContext, useContext } from 'react'
import type { Workbench } from '#contract/workbench.ts'
import type { HomePanel, Part, WebFeature } from '../screen.ts'
import type { ScreenRoute } from './guard.ts'
import { routesOf } from './guard.ts'

export interface FeatureTables {
  /** The route table of a workbench, built once. */
  tableOf: (workbench: Workbench | null) => ScreenRoute[]
  homePanels: readonly HomePanel[]
  parts: readonly Part[]
}

export function featureTables(features: readonly WebFeature[]): FeatureTables {
  const screens = features.flatMap((feature) => feature.screens)
  const tables = new Map<Workbench | null, ScreenRoute[]>()
  return {
    tableOf(workbench) {
      const table = tables.get(workbench) ?? routesOf(screens, workbench)
      tables.set(workbench, table)
      return table
    },
    homePanels: features.flatMap((f) => f.homePanels ?? []).toSorted((a, b) => a.order - b.order),
    parts: features.flatMap((f) => f.parts ?? []),
  }
}

export const FeaturesContext = createContext<FeatureTables | null>(null)

/** What the features bring; only below <App>. */
export function useFeatures(): FeatureTables {
  const tables = useContext(FeaturesContext)
  if (!tables) throw new Error('no feature tables here')
  return tables
}
