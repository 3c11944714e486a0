import { useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { CallError, call } from '#web/call.ts'
import { ask, toast } from '#web/feedback.ts'
import { cover, whileAsking } from '#web/overlay.ts'
import type { Outcome } from '#web/use-call.ts'

interface Options<E> {
  success: (output: OutputOf<E>) => string
  onDone: (output: OutputOf<E>) => void
}

/**
 * A publication that the legal calendar judges. Where the law only warns, the server answers `confirm` with the
 * findings: they are read out, and only who accepts them publishes (`acceptWarnings`). A repeat after an unknown outcome
 * carries the same key, so that nothing is published twice.
 */
export function useLawfulAction<E extends Endpoint>(endpoint: E, options: Options<E>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const intent = useRef({ of: '', key: '' })

  const attempt = async (input: InputOf<E>): Promise<Outcome<OutputOf<E>>> => {
    const of = JSON.stringify(input)
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    try {
      const data = await (call as LooseCall)(endpoint, input, { key: intent.current.key })
      intent.current = { of: '', key: '' }
      return { ok: true, data: data as OutputOf<E> }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.outcomeUnknown) intent.current = { of: '', key: '' }
      if (!error.isConfirm) return { ok: false, error }
      const warnings = messagesOf(error.details).join('；')
      const agreed = await whileAsking(() =>
        ask({ title: error.message, content: warnings, okText: '已知悉，继续发布' }),
      )
      if (!agreed) return { ok: false, error }
      const body = { ...(input as { body?: object }).body, acceptWarnings: true }
      return attempt({ ...(input as object), body } as InputOf<E>)
    }
  }

  const run = async (input: InputOf<E>): Promise<Outcome<OutputOf<E>> | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    const uncover = cover()
    try {
      const outcome = await attempt(input)
      if (outcome.ok) {
        toast.success(options.success(outcome.data))
        options.onDone(outcome.data)
      } else if (!outcome.error.handled && !outcome.error.isConfirm) toast.error(outcome.error.message)
      return outcome
    } finally {
      uncover()
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy }
}

type LooseCall = (endpoint: Endpoint, input: unknown, options: { key: string }) => Promise<unknown>

/** Messages of an error's details: findings of the calendar, or problems of a form. */
export function messagesOf(details: unknown): string[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((detail: { message?: string }) => (detail.message ? [detail.message] : []))
}
