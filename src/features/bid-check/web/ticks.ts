import { useState } from 'react'
import { callContext } from '#web/call.ts'

/** What a person has ticked of the checklist of one order; kept in this browser and told to nobody. */
export function useTicks(orderId: string): [ticked: ReadonlySet<string>, toggle: (key: string) => void] {
  const place = `kaibiao.bid-check.${callContext.owner}.${orderId}`
  const [ticked, setTicked] = useState(() => read(place))
  const toggle = (key: string) => {
    const next = new Set(ticked)
    if (!next.delete(key)) next.add(key)
    setTicked(next)
    try {
      localStorage.setItem(place, JSON.stringify([...next]))
    } catch {
      // A full or forbidden store: the ticks last as long as the page.
    }
  }
  return [ticked, toggle]
}

function read(place: string): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(place) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}
