"""A rulebook for compiled code.

- `canastra.kernel.rules.tables`: `rule_tables`, a rulebook as one record of arrays
- `canastra.kernel.rules.parameters`: the parameters in it
- `canastra.kernel.rules.steps`: steps as numbers, `action_of` and `step_of`
"""
