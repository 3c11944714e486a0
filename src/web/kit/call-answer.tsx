import type { ReactNode } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { useCall } from '../use-call.ts'
import { WhenLoaded } from './form-screen.tsx'

interface CallAnswerProps<E extends Endpoint> {
  /** A call that needs no input. */
  of: {} extends InputOf<E> ? E : never
  children: (answer: OutputOf<E>) => ReactNode
}

/** A part of a page that has a call of its own: loads it, shows its loading and its error, then the children. */
export function CallAnswer<E extends Endpoint>({ of, children }: CallAnswerProps<E>) {
  const query = useCall<Endpoint>(of)
  return <WhenLoaded query={query}>{(answer) => children(answer as OutputOf<E>)}</WhenLoaded>
}
