import type { ComponentType } from 'react'
import { Suspense, lazy } from 'react'
import type { Slot } from '#contract/slot.ts'
import { Skeleton } from '../kit/states.tsx'
import { lazyPart } from '../lazy-part.tsx'
import type { Part } from '../screen.ts'
import { inWorkbench } from '../screen.ts'
import { Boundary } from './boundary.tsx'
import { useFeatures } from './feature-tables.ts'
import { useSession } from './session.ts'

const components = new Map<Part, ComponentType<object>>()

/** What features bring into one slot. Where the code of one does not come, a slot with a height says so; the page goes on. */
export function Parts<Props extends object>({ of, ...props }: { of: Slot<Props> } & Props) {
  const { parts } = useFeatures()
  const { workbench } = useSession()
  return parts
    .filter((part) => part.slot.name === of.name && inWorkbench(part, workbench))
    .map((part) => {
      const Part = componentOf(part)
      return (
        <Boundary key={part.key} fallback={null}>
          <Suspense fallback={null}>
            <Part {...props} />
          </Suspense>
        </Boundary>
      )
    })
}

function componentOf(part: Part): ComponentType<object> {
  const known = components.get(part)
  if (known) return known
  const { lines } = part.slot
  const load = () => part.load().then((module) => module.Part as unknown as ComponentType<object>)
  const component =
    lines === undefined
      ? lazy(() => load().then((one) => ({ default: one })))
      : lazyPart(load, <Skeleton lines={lines} />)
  components.set(part, component)
  return component
}
