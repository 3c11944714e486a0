/** Runs one step and prints how it went: `✓ install 12.3 s`. The server prints its own steps alike. */
export async function step(name, work) {
  const began = performance.now()
  try {
    const value = await work()
    console.log(line('✓', name, began))
    return value
  } catch (error) {
    console.log(line('✗', name, began))
    throw error
  }
}

/** A remark below a step. */
export function note(text) {
  console.log(`  ${text}`)
}

/** An expected failure: its message is for the person at the terminal, without a stack. */
export class Refusal extends Error {}

/** Runs a script's main function; failures end it with a message and code 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Refusal && !process.env.DEBUG ? `✗ ${error.message}` : error)
    process.exitCode = 1
  }
}

function line(mark, name, began) {
  return `${mark} ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`
}
