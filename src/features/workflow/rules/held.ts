type Answer = { approval?: { workflowId: string } | undefined }

/** The usual fields of a call that may be held, for callers who know that it was not. Throws when it was. */
export function done<A extends Answer>(answer: A): Required<Omit<A, 'approval'>> {
  if (answer.approval) throw new Error(`held for approval by ${answer.approval.workflowId}`)
  return answer as unknown as Required<Omit<A, 'approval'>>
}
