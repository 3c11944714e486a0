/** A place on a page that takes in parts that features above its own bring; the page hands `Props` to each. */
export interface Slot<Props extends object = object> {
  readonly name: string
  /** About how many lines a part of it takes up, kept free until it is there; without: parts are left out until then. */
  readonly lines?: number
  /** Never set: it keeps the type. */
  readonly takes?: (props: Props) => void
}

export function slot<Props extends object = object>(name: string, lines?: number): Slot<Props> {
  return { name, ...(lines !== undefined && { lines }) }
}

/** What a slot hands to its parts. */
export type PropsOf<S> = S extends Slot<infer Props> ? Props : never
