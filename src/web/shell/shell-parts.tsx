import type { ComponentType } from 'react'
import { Suspense, lazy } from 'react'
import type { ShellPart } from '../screen.ts'
import { inWorkbench } from '../screen.ts'
import { Boundary } from './boundary.tsx'
import { useFeatures } from './feature-tables.ts'
import { useSession } from './session.ts'

const components = new Map<ShellPart, ComponentType>()

/** What features bring into one place of the shell; without one whose code does not come, the page goes on. */
export function ShellParts({ place }: { place: ShellPart['place'] }) {
  const { shellParts } = useFeatures()
  const { workbench } = useSession()
  return shellParts
    .filter((part) => part.place === place && inWorkbench(part, workbench))
    .map((part) => {
      const Part = componentOf(part)
      return (
        <Boundary key={part.key} fallback={null}>
          <Suspense fallback={null}>
            <Part />
          </Suspense>
        </Boundary>
      )
    })
}

function componentOf(part: ShellPart): ComponentType {
  const known = components.get(part)
  if (known) return known
  const component = lazy(() => part.load().then((module) => ({ default: module.Part })))
  components.set(part, component)
  return component
}
