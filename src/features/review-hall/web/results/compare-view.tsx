import type { Project } from '../review-data.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { SubComparison } from './sub-comparison.tsx'

/** Prices side by side: line by line, and part by part of the bill. */
export function CompareView({ project }: { project: Project }) {
  return (
    <div className="rv-page kb-column kb-gap-20">
      <SubComparison projectId={project.projectId} />
      <ComparisonTable />
    </div>
  )
}
